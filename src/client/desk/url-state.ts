import { atom, type ReadableAtom } from 'nanostores';

export type UrlParameters = Readonly<Record<string, string>>;

/** The part of the browser that holds the address. */
export interface AddressBar {
  read(): string;
  /** Rewrites the query without a new entry in the history. */
  replace(search: string): void;
  /** Rewrites the query; Back returns to the one before. */
  push(search: string): void;
  back(): void;
  onChange(listener: () => void): void;
}

/** What the page shows, as far as it belongs into the address: bookmarks, reloads and Back keep it. */
export interface UrlState {
  readonly $parameters: ReadableAtom<UrlParameters>;
  /** Changes some parameters; undefined or empty ones leave the address. */
  update(changes: Record<string, string | undefined>, how?: 'replace' | 'push'): void;
  /** Returns to what the address was before the last push. */
  back(): void;
}

export function createUrlState(bar: AddressBar): UrlState {
  const $parameters = atom<UrlParameters>(parse(bar.read()));
  bar.onChange(() => $parameters.set(parse(bar.read())));

  return {
    $parameters,
    update(changes, how = 'replace') {
      const merged: Record<string, string> = {};
      for (const [name, value] of Object.entries({ ...$parameters.get(), ...changes })) {
        if (value) merged[name] = value;
      }
      const search = new URLSearchParams(merged).toString();
      if (search === new URLSearchParams($parameters.get()).toString()) return;
      bar[how](search ? `?${search}` : '');
      $parameters.set(merged);
    },
    back: () => bar.back(),
  };
}

export function browserAddressBar(): AddressBar {
  const target = (search: string) => `${location.pathname}${search}${location.hash}`;
  return {
    read: () => location.search,
    replace: (search) => history.replaceState(null, '', target(search)),
    push: (search) => history.pushState(null, '', target(search)),
    back: () => history.back(),
    onChange: (listener) => addEventListener('popstate', listener),
  };
}

function parse(search: string): UrlParameters {
  const parameters = Object.fromEntries(new URLSearchParams(search));
  // A link in a mail may have taken the full stop or the bracket after it along.
  for (const name of ['order', 'reading']) {
    const id = parameters[name];
    if (id) parameters[name] = id.replace(/[^\w-].*$/s, '');
  }
  return parameters;
}
