import { PersonCard } from './PersonCard.tsx';
import { RetentionCard } from './RetentionCard.tsx';

/** The cards of this section of the settings. */
export function PrivacySection() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <PersonCard />
      <RetentionCard />
    </div>
  );
}
