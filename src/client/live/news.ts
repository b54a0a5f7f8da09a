import type { LiveMessage, LiveNews } from '../../shared/live.ts';

const words: Record<LiveNews, string> = {
  sold: 'A new order waits',
  to_review: 'A reading waits for your approval',
  assigned: 'A new order waits',
  returned: 'A reading came back to you',
};

export interface News {
  hear(message: LiveMessage): void;
  /** The owner of the desk has looked. */
  seen(): void;
}

/**
 * Counts what is new since the owner of a desk last looked, in the title of the page.
 *
 * @param isVisible whether they look at it now
 * @param tell says it where they are; never what it is about
 */
export function createNews(dependencies: {
  page: { title: string };
  isVisible: () => boolean;
  tell: (text: string) => void;
}): News {
  const { page, isVisible, tell } = dependencies;
  const { title } = page;
  const unseen = new Set<string>();

  return {
    hear({ changes }) {
      if (isVisible()) return;
      const before = unseen.size;
      let text = '';
      for (const { orderId, news } of changes) {
        if (!news) continue;
        unseen.add(`${news}/${orderId}`);
        text = words[news];
      }
      if (unseen.size === before) return;
      page.title = `(${unseen.size}) ${title}`;
      tell(text);
    },
    seen() {
      unseen.clear();
      page.title = title;
    },
  };
}
