export const roles = ['admin', 'reader'] as const;
export type Role = (typeof roles)[number];

export interface SignedInUser {
  username: string;
  role: Role;
  /** Always true for readers. */
  writes: boolean;
  displayName: string | null;
}

/** Returns a person's display name, or without one the username. */
export function nameOf({ displayName, username }: { displayName?: string | null; username: string }): string {
  return displayName ?? username;
}

/** Returns whether a user has a role: an admin who also writes has both. */
export function hasRole(user: Pick<SignedInUser, 'role' | 'writes'>, role: Role): boolean {
  return user.role === role || (role === 'reader' && user.writes);
}
