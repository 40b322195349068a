import type { ReactNode } from "react";
import { Link } from "wouter";
import { Brand } from "../ui/page/brand";
import { usePageTitle } from "../ui/page/page";
import "../features/account/components/auth.css";

interface AuthLayoutProps {
  title: string;
  lead: string;
  other: string;
  otherLink: string;
  otherTo: "/login" | "/signup";
  children: ReactNode;
}

/** The layout of login and sign-up. */
export function AuthLayout({ title, lead, other, otherLink, otherTo, children }: AuthLayoutProps) {
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
