import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import "./page.css";

/** Sets the title of the browser tab. */
export function usePageTitle(title: string): void {
  const { t } = useTranslation();
  const full = title === "" ? t(($) => $.common.product) : t(($) => $.common.pageTitle, { title });
  useEffect(() => {
    document.title = full;
  }, [full]);
}

/** A screen of the signed-in app: heading, page actions and content. */
export function Page({
  title,
  above,
  lead,
  actions,
  children,
  narrow = false,
  dense = false,
}: {
  title: string;
  /** Above the heading. */
  above?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  narrow?: boolean;
  /** Little room above a long list; a phone's bar names the screen already. */
  dense?: boolean;
}) {
  usePageTitle(title);
  return (
    <div className={`page ${narrow ? "narrow" : dense ? "dense" : ""}`}>
      {above}
      <header className="page-head">
        <div className="stack stack-tight">
          <h1>{title}</h1>
          {lead !== undefined && <p className="soft prose">{lead}</p>}
        </div>
        {actions !== undefined && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
