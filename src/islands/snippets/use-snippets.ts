import { useEffect, useState } from 'react';
import type { Drafts } from '../../client/desk/draft.ts';
import type { Work } from '../../client/desk/work.ts';
import { browserFetching } from '../../client/query.ts';
import { createSnippets, type Snippets, snippetCalls } from '../../client/snippets/snippets.ts';

/** What snippets need of a desk. */
export interface SnippetsOfDesk {
  work: Work;
  drafts: Drafts;
}

/** @returns the signed-in user’s snippets, fetched again each time they are opened */
export function useSnippets({ work, drafts }: SnippetsOfDesk, isLookedAt: boolean): Snippets {
  const [snippets] = useState(() =>
    createSnippets({ calls: snippetCalls, fetching: browserFetching(), work, drafts }),
  );
  // An admin may have shared others meanwhile.
  useEffect(() => {
    if (isLookedAt) void snippets.list.refresh();
  }, [isLookedAt, snippets]);
  return snippets;
}
