import { BackupsCard } from './BackupsCard.tsx';
import { HealthCard } from './HealthCard.tsx';

/** The cards of this section of the settings. */
export function ServiceSection() {
  return (
    <div className="grid gap-6">
      <HealthCard />
      <BackupsCard />
    </div>
  );
}
