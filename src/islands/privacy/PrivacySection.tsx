import { PersonCard } from './PersonCard.tsx';
import { RetentionCard } from './RetentionCard.tsx';

/** The cards of this section of the settings. */
export function PrivacySection() {
  return (
    <div className="grid gap-6">
      <PersonCard />
      <RetentionCard />
    </div>
  );
}
