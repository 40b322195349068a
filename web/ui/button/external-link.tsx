import type { ReactNode } from "react";

interface ExternalLinkProps {
  /** As it was found, by whomever it was written. */
  href: string;
  className?: string;
  title?: string;
  children: ReactNode;
}

/** A link to a page of somebody else's, in a tab of its own. What is no web address, such as a script, is shown without being one. */
export function ExternalLink({ href, className, title, children }: ExternalLinkProps) {
  if (!/^https?:\/\//iu.test(href) || !URL.canParse(href)) return <span className={className}>{children}</span>;
  return (
    <a href={href} className={className} title={title} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
