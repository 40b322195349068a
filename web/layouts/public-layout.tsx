import type { ReactNode } from "react";
import "./public-layout.css";

/** Around the screens without a sidebar: they bring their own layout, the preferences float in the corner. */
export function PublicLayout({ preferences, children }: { preferences: ReactNode; children: ReactNode }) {
  return (
    <div className="frame">
      {children}
      {preferences}
    </div>
  );
}
