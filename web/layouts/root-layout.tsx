import type { ReactNode } from "react";
import { SkipLink } from "../ui/page/skip-link";
import { Toasts } from "../ui/toast/notify";
import { OfflineBanner } from "./offline-banner";
import "./root-layout.css";
import { SandboxBanner } from "./sandbox-banner";
import { useFocusRecovery } from "./use-focus-recovery";

/** Around every screen: the skip link, the banners, the toasts. */
export function RootLayout({ sandbox, children }: { sandbox: boolean; children: ReactNode }) {
  useFocusRecovery();
  return (
    <>
      <SkipLink />
      {sandbox && <SandboxBanner />}
      <OfflineBanner />
      {children}
      <Toasts />
    </>
  );
}
