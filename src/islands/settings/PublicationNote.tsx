import { useStore } from '@nanostores/react';
import type { BusinessDesk, Publication } from '../../client/settings/business.ts';

const texts: Record<Publication, string> = {
  coming: 'The pages are being made anew: they say it in a moment.',
  there: 'The pages say it now.',
  late: 'The pages could not be made anew yet. It is tried again every minute; the log of the service says why.',
};

/** Whether the pages say what was changed here. */
export function PublicationNote({ business }: { business: BusinessDesk }) {
  const publication = useStore(business.$publication);
  return (
    <p role="status" className="text-sm text-quiet empty:hidden">
      {publication && texts[publication]}
    </p>
  );
}
