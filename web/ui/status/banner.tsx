import { type ReactNode, useEffect, useRef } from "react";
import "./banner.css";
import { Icon } from "../graphics/icon";

interface BannerProps {
  tone?: "info" | "good" | "warn" | "bad";
  children: ReactNode;
  action?: ReactNode;
  /** Announced and scrolled into view when it appears. */
  alert?: boolean;
}

const icons = { info: "info", good: "mark", warn: "warning", bad: "warning" } as const;

/** A notice inside the page. */
export function Banner({ tone = "info", children, action, alert = false }: BannerProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (alert) place.current?.scrollIntoView({ block: "nearest" });
  }, [alert]);
  return (
    <div ref={place} className={`banner ${tone}`} role={alert ? "alert" : undefined}>
      <Icon name={icons[tone]} />
      <div className="banner-text">{children}</div>
      {action}
    </div>
  );
}
