/** Composes the README of a release, which names only what the release contains. */
export function composeReadme(release: string, version: string, nodes: string): string {
  return `# Career Tarot ${version}

A shop for personal, written tarot readings about career questions: checkout, writing desk, review, delivery. This
folder (${release}) contains the complete program, for one kind of system. It needs Node ${nodes.replaceAll('^', '').replace(' || >=', ' or a later 22, or ')} and
later; it needs neither npm's registry nor a compiler.

## Try it

In this folder, as any user, on a sandbox that moves no money:

    NODE_ENV=production STRIPE_MODE=sandbox PUBLIC_URL=http://127.0.0.1:4321 npm start

It needs nothing but these three variables. It prints a link to create the first account; then the shop is at
http://127.0.0.1:4321, for browsers on this machine. Ctrl+C stops it. Its data is in \`data/\`.

## Run it

\`docs/self-hosting.md\` explains how to get from an empty server to the first paid order. See also \`docs/settings.md\`,
\`docs/stripe.md\`, \`docs/proxies.md\`, \`docs/backups.md\`, \`docs/upgrade-and-move.md\`,
\`docs/when-something-is-wrong.md\` and \`docs/privacy.md\`. The systemd unit is in \`deploy/systemd\`.

    node bin/career-tarot.js                    lists the commands
    sudo node bin/career-tarot.js install       sets up this machine, or upgrades it to this version
    node bin/career-tarot.js doctor             checks everything the service needs, and says what to do

\`CHANGELOG.md\` says what is new. \`LICENSE\` is for the program, \`THIRD-PARTY-LICENSES\` for the libraries in it.
`;
}
