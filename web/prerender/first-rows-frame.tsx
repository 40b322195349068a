import { Brand } from "../ui/page/brand";
import { Skeleton } from "../ui/status/spinner";
import { FRAME_ID } from "./draw-first-rows";

/** Classes of the columns of the dashboard's table, which give them their widths. */
const COLUMNS = [
  "company-tick",
  "company-star",
  "company-name",
  "company-place",
  "company-contacts",
  "company-message",
  "company-status",
  "company-actions",
];

/**
 * The dashboard with one row to copy and no word that would need a language. draw-first-rows.ts fills it while the app
 * loads; no screen reader or key reaches it.
 */
export function FirstRowsFrame() {
  return (
    <template id={FRAME_ID}>
      <div className="shell" inert aria-hidden>
        <header className="sidebar">
          <span className="brand">
            <Brand />
          </span>
          <nav />
        </header>
        <main>
          <div className="page dense">
            <header className="page-head">
              <h1>{"\u00a0"}</h1>
            </header>
            <Skeleton lines={3} shape="dashboard" label="" />
            <div className="companies-table">
              <table className="table">
                <thead>
                  <tr>
                    {COLUMNS.map((column) => (
                      <th key={column} className={column}>
                        {"\u00a0"}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  <tr className="first-row">
                    {COLUMNS.map((column) => (
                      <td key={column} className={`${column} bare`}>
                        {column === "company-name" && (
                          <span className="name-cell">
                            <strong />
                            <span className="name-site soft" />
                          </span>
                        )}
                        {column === "company-contacts" && (
                          <span className="name-cell">
                            <span className="soft" />
                          </span>
                        )}
                        {column === "company-place" && (
                          <span className="name-cell">
                            <span>{"\u00a0"}</span>
                            <span className="soft" />
                          </span>
                        )}
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
