import type { ReactNode } from "react";

interface ExternalLinkProps {
  /** Untrusted: found on a third party's page. */
  href: string;
  className?: string;
  title?: string;
  children: ReactNode;
}

/** A link to a third party's page, in a new tab. Anything but an http(s) URL, such as a script, is shown as text. */
export function ExternalLink({ href, className, title, children }: ExternalLinkProps) {
  if (!/^https?:\/\//iu.test(href) || !URL.canParse(href)) return <span className={className}>{children}</span>;
  return (
    <a href={href} className={className} title={title} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
