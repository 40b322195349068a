import { Brand } from "../ui/page/brand";
import { Spinner } from "../ui/status/spinner";
import "./splash.css";

/** Shown until the first screen has loaded. @param label for screen readers */
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
