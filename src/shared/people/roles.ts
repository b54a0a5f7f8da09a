export const roles = ['admin', 'reader'] as const;
