/** Read aloud when it changes, and not shown: it is there from the start, since what comes along with its words is not always read. */
export function LiveRegion({ children }: { children: string | false | null | undefined }) {
  return (
    <span className="visually-hidden" role="status">
      {children}
    </span>
  );
}
