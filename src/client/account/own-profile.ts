import type { PortraitForm, ProfileChange } from '../../shared/people/profiles.ts';

/** The calls about how customers know a reader. Each may throw an ApiError. */
export interface ProfileCalls {
  setProfile(change: ProfileChange): Promise<unknown>;
  setPortrait(form: PortraitForm): Promise<unknown>;
  removePortrait(): Promise<unknown>;
}

/** How customers know oneself. */
export interface OwnProfile {
  setProfile(change: ProfileChange): Promise<boolean>;
  setPortrait(form: PortraitForm): Promise<boolean>;
  removePortrait(): Promise<boolean>;
}

/** What is said of a change. */
export interface ChangeWords {
  title: string;
  description: string;
  failure: string;
}

/** @param change makes a change, shows the account as it is then, and says that it is made */
export function createOwnProfile(
  calls: ProfileCalls,
  change: (subject: string, words: ChangeWords, run: () => Promise<unknown>) => Promise<boolean>,
): OwnProfile {
  return {
    setProfile: (profile) =>
      change(
        'profile',
        {
          title: 'Profile Updated',
          description: profile.displayName
            ? `Customers know you as ${profile.displayName}.`
            : 'Customers get to know no name.',
          failure: 'Failed to change the profile',
        },
        () => calls.setProfile(profile),
      ),
    setPortrait: (form) =>
      change(
        'portrait',
        {
          title: 'Portrait Updated',
          description: 'Customers see it on the front page.',
          failure: 'Failed to change the portrait',
        },
        () => calls.setPortrait(form),
      ),
    removePortrait: () =>
      change(
        'no-portrait',
        {
          title: 'Portrait Removed',
          description: 'Nobody sees it any more.',
          failure: 'Failed to remove the portrait',
        },
        calls.removePortrait,
      ),
  };
}
