import type { ReactNode } from 'react';

/** What stands beside the text. In a roomy window it is as high as that, and scrolls by itself. */
export function SideColumn({ children }: { children: ReactNode }) {
  return (
    <div className="border-b border-base-300 roomy:relative roomy:border-r roomy:border-b-0">
      <div className="roomy:absolute roomy:inset-0 roomy:overflow-y-auto roomy:px-6 roomy:py-5">
        {children}
      </div>
    </div>
  );
}
