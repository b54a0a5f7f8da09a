import { BackupsCard } from './BackupsCard.tsx';
import { HealthCard } from './HealthCard.tsx';

/** The cards of this section of the settings. */
export function ServiceSection() {
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <HealthCard />
      <BackupsCard />
    </div>
  );
}
