import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { addDoNotContact, doNotContact, removeDoNotContact } from "./api";

const NONE: never[] = [];

/** The do-not-contact list and what changes it. Adding takes several entries, one after the other. */
export function useDoNotContact() {
  const client = useQueryClient();
  const query = useQuery(doNotContact());
  const keep = (answer: Awaited<ReturnType<typeof addDoNotContact>>) =>
    client.setQueryData(doNotContact().queryKey, answer);
  const add = useMutation({
    mutationFn: async (entries: readonly string[]) => {
      for (const entry of entries) keep(await addDoNotContact(entry));
    },
  });
  const remove = useMutation({ mutationFn: removeDoNotContact, onSuccess: keep });
  // An empty list is the same one before and after it has come: nothing that asks it is drawn again.
  return { query, entries: query.data?.entries.length ? query.data.entries : NONE, add, remove };
}
