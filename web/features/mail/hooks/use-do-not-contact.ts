import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useAfterFirstPaint } from "../../../lib/use-after-first-paint";
import { addDoNotContact, doNotContactQuery, objectionsQuery, removeDoNotContact } from "../api/mail-requests";

const NO_ENTRIES: never[] = [];

/** The do-not-contact list and its changes. `add` takes several entries, added one after the other. */
export function useDoNotContact() {
  const client = useQueryClient();
  const query = useQuery(doNotContactQuery());
  const cacheList = (answer: Awaited<ReturnType<typeof addDoNotContact>>) =>
    client.setQueryData(doNotContactQuery().queryKey, answer);
  const add = useMutation({
    mutationFn: async (entries: readonly string[]) => {
      for (const entry of entries) cacheList(await addDoNotContact(entry));
    },
  });
  const remove = useMutation({ mutationFn: removeDoNotContact, onSuccess: cacheList });
  // The same empty list before and after loading, so that nothing renders again.
  return { query, entries: query.data?.entries.length ? query.data.entries : NO_ENTRIES, add, remove };
}

/** All that keeps companies of the list from being written to: the user's own list, and what companies have asked. */
export function useBlockedEntries(): readonly { entry: string }[] {
  const { entries } = useDoNotContact();
  const painted = useAfterFirstPaint();
  const objections = useQuery({ ...objectionsQuery(), enabled: painted }).data?.entries ?? NO_ENTRIES;
  return useMemo(() => (objections.length === 0 ? entries : [...entries, ...objections]), [entries, objections]);
}
