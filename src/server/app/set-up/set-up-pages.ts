import { formatCommands } from '../../base/config/command-format.ts';
import type { PageLoaders } from '../../base/http/page-loaders.ts';
import { readSetUp } from './set-up.ts';

export const setUpPages = {
  '/set-up/:id': (context, key, { user }) => ({
    page: readSetUp(context, key, user?.id ?? null),
    commands: {
      listUsers: formatCommands('npm run user -- list', context.config.commandFormat),
      setPassword: formatCommands('npm run user -- password NAME', context.config.commandFormat),
    },
  }),
} satisfies PageLoaders;
