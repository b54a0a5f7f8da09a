/** Shown while “About the reader” is still the text that the shop came with. */
export function SampleNote({ of }: { of?: string }) {
  return (
    <p className="rounded-field bg-tone-warning-paper px-4 py-3 text-tone-warning">
      {of && `${of}: `}This is sample text. Replace it with your own before you open.
    </p>
  );
}
