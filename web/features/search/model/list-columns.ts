import type { FileQuery, ListField, ListPreview } from "../../../../worker/contract/own-lists";

/** How a file is read when one of its columns holds something else; each field is in one column at most. */
export function changeColumn(
  { columns, has_header }: Pick<ListPreview, "columns" | "has_header">,
  at: number,
  field: ListField | null,
): FileQuery {
  const fields = columns.map(({ field: before }, index) => (index === at ? field : before === field ? null : before));
  return toFileQuery(fields, has_header);
}

/** How a file is read when its first line does, or does not, name the columns. */
export const changeHeader = ({ columns }: Pick<ListPreview, "columns">, hasHeader: boolean): FileQuery =>
  toFileQuery(
    columns.map(({ field }) => field),
    hasHeader,
  );

const toFileQuery = (fields: (ListField | null)[], hasHeader: boolean): FileQuery => ({
  columns: fields.map((field) => field ?? "-").join(","),
  header: hasHeader ? "true" : "false",
});
