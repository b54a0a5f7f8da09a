/** Stands where the text about the reader is still the one that the shop came with. */
export function SampleNote() {
  return (
    <p className="rounded-field bg-tone-warning-paper px-4 py-3 text-tone-warning">
      “About the reader” is a sample text, about somebody who does not exist. Nobody has changed it yet, and
      customers read it on the home page.
    </p>
  );
}
