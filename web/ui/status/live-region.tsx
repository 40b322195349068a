/**
 * A hidden live region. It is rendered before its text, since screen readers may miss text that is inserted together
 * with its region.
 */
export function LiveRegion({ children }: { children: string | false | null | undefined }) {
  return (
    <span className="visually-hidden" role="status">
      {children}
    </span>
  );
}
