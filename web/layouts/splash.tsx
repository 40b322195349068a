import { Brand } from "../ui/page/brand";
import { Spinner } from "../ui/status/spinner";
import "./splash.css";

/** What stands on the page until a screen does. @param label what is read aloud */
export function Splash({ label }: { label?: string }) {
  return (
    <main className="splash">
      <h1 className="brand">
        <Brand />
      </h1>
      <Spinner {...(label !== undefined && { label })} />
    </main>
  );
}
