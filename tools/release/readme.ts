/** Composes the README of a release, which names only what the release contains. */
export function composeReadme(release: string, version: string, nodes: string): string {
  return `# Career Tarot ${version}

A shop for personal, written tarot readings about career questions: checkout, writing desk, review, delivery. This
folder is all of it, for one kind of system (${release}). It needs Node ${nodes.replaceAll('^', '').replace(' || >=', ' or a later 22, or ')} and
later, and neither npm's registry nor a compiler.

## Try it

In this folder, as any user, on a sandbox that moves no money:

    NODE_ENV=production STRIPE_MODE=sandbox PUBLIC_URL=http://127.0.0.1:4321 npm start

Three variables, and nothing else. It prints a link, which makes the first account; then the shop is at
http://127.0.0.1:4321, for browsers on this machine. Ctrl+C stops it. What it made is in \`data/\`.

## Run it

\`docs/self-hosting.md\` leads from an empty server to the first paid order. Beside it are \`docs/settings.md\`,
\`docs/stripe.md\`, \`docs/proxies.md\`, \`docs/backups.md\`, \`docs/upgrade-and-move.md\`,
\`docs/when-something-is-wrong.md\` and \`docs/privacy.md\`; the unit is in \`deploy/systemd\`.

    node bin/career-tarot.js                    lists the commands
    sudo node bin/career-tarot.js install       sets up this machine, or brings this version to it
    node bin/career-tarot.js doctor             checks everything the service needs, and says what to do

\`CHANGELOG.md\` says what is new. \`LICENSE\` is the program's, \`THIRD-PARTY-LICENSES\` are those of what is in it.
`;
}
