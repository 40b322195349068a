import type { ReactNode } from "react";
import "./banner.css";
import { Icon } from "./icon";

interface BannerProps {
  tone?: "info" | "good" | "warn" | "bad";
  children: ReactNode;
  action?: ReactNode;
  /** Read aloud as soon as it appears. */
  alert?: boolean;
}

const icons = { info: "info", good: "mark", warn: "warning", bad: "warning" } as const;

/** A notice that stays where it belongs. */
export function Banner({ tone = "info", children, action, alert = false }: BannerProps) {
  return (
    <div className={`banner ${tone}`} role={alert ? "alert" : undefined}>
      <Icon name={icons[tone]} />
      <div className="banner-text">{children}</div>
      {action}
    </div>
  );
}
