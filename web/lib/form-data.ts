/** The text of a form's field; empty when there is none of that name. */
export function getFormText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
