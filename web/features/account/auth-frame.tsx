import type { ReactNode } from "react";
import { Link } from "../../lib/router";
import { Brand } from "../../ui/brand";
import { usePageTitle } from "../../ui/page";
import "./auth.css";

interface AuthFrameProps {
  title: string;
  lead: string;
  other: string;
  otherLink: string;
  otherTo: "/login" | "/signup";
  children: ReactNode;
}

/** The sheet that login and sign-up are written on. */
export function AuthFrame({ title, lead, other, otherLink, otherTo, children }: AuthFrameProps) {
  usePageTitle(title);
  return (
    <main id="main" className="auth" tabIndex={-1}>
      <Link to="/" className="brand">
        <Brand />
      </Link>
      <div className="auth-sheet">
        <h1>{title}</h1>
        <p className="soft">{lead}</p>
        {children}
        <p className="small">
          {other} <Link to={otherTo}>{otherLink}</Link>
        </p>
      </div>
    </main>
  );
}
