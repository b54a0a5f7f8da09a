import type { Remark } from '../../shared/readings/reading-checks.ts';
import { Button } from '../../ui/Button.tsx';

/** Lists remarks on a text under a title; renders nothing without any. */
export function Remarks({ title, remarks }: { title: string; remarks: Remark[] }) {
  if (remarks.length === 0) return null;
  return (
    <section aria-label={title} className="rounded-field bg-tone-warning-paper px-4 py-3 text-tone-warning">
      <p className="font-semibold">{title}</p>
      <RemarkList remarks={remarks} />
    </section>
  );
}

type RemarkListProps = { remarks: Remark[]; onShow?: (passage: NonNullable<Remark['passage']>) => void };

/** Lists remarks on a text. @param props.onShow selects a passage; without it, remarks have no button for that */
export function RemarkList({ remarks, onShow }: RemarkListProps) {
  return (
    <ul className="list-disc pl-5">
      {remarks.map(({ remark, advice, passage }) => (
        <li key={remark} className="wrap-anywhere">
          {remark} {advice}
          {passage && onShow && (
            <span>
              {' '}
              <Button
                className="text-link cursor-pointer"
                aria-label={`Show: ${remark}`}
                onClick={() => onShow(passage)}
              >
                Show
              </Button>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
