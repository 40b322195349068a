import { Brand } from "../ui/page/brand";
import { Skeleton, Spinner } from "../ui/status/spinner";
import { FRAME_ID } from "./draw-first-rows";

/** What a row shows before the app runs, by its column: the classes give columns their widths. */
const CELLS = {
  "company-tick": null,
  "company-star": null,
  "company-name": (
    <span className="name-cell">
      <span>
        <strong />
      </span>
      <span className="name-site">
        <span className="soft" />
      </span>
    </span>
  ),
  "company-place": (
    <span className="name-cell">
      <span className="types">{"\u00a0"}</span>
      <span className="soft" />
    </span>
  ),
  "company-contacts": (
    <span className="name-cell">
      <span className="soft" />
    </span>
  ),
  "company-message": null,
  "company-status": null,
  "company-actions": null,
};
const COLUMNS = Object.entries(CELLS);

/**
 * The dashboard with one row to copy and no word that would need a language. draw-first-rows.ts fills it while the app
 * loads. Screen readers find the name of the product only, as in the splash.
 */
export function FirstRowsFrame({ product }: { product: string }) {
  return (
    <template id={FRAME_ID}>
      <h1 className="visually-hidden">{product}</h1>
      {/* Hidden for those, too, who do not know `inert`. */}
      <div className="shell" inert aria-hidden>
        <header className="sidebar">
          <span className="brand">
            <Brand />
          </span>
          <Spinner />
          <nav />
        </header>
        <main>
          <div className="page dense">
            <header className="page-head" />
            <Skeleton lines={3} shape="dashboard" label="" />
            <div className="companies-table">
              <table className="table">
                <thead>
                  <tr>
                    {COLUMNS.map(([column]) => (
                      <th key={column} className={column}>
                        {"\u00a0"}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  <tr className="first-row">
                    {COLUMNS.map(([column, cell]) => (
                      <td key={column} className={`${column} bare`}>
                        {cell}
                      </td>
                    ))}
                  </tr>
                </tbody>
              </table>
            </div>
          </div>
        </main>
      </div>
    </template>
  );
}
