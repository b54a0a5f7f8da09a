import { Command } from 'cmdk';
import { type ReactNode, type RefObject, useId } from 'react';
import { counted } from '../../shared/counted-text.ts';
import { limits } from '../../shared/limits.ts';
import { classNames } from '../class-names.ts';
import { firstFocus } from './use-return-focus.ts';

/** Renders a search field and its items, filtered by the caller. Up, Down and Enter choose; the focus stays. */
export function Combobox<Item>(props: {
  label: string;
  placeholder: string;
  hint?: string;
  text: string;
  onTextChange: (text: string) => void;
  listLabel: string;
  listClassName?: string;
  optionClassName: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Its heading, shared with its neighbors. */
  groupOf?: (item: Item) => string;
  show: (item: Item) => ReactNode;
  onChoose: (item: Item) => void;
  /** Called on Enter while there are no items. */
  onNone?: () => void;
  announcement: string;
  children?: ReactNode;
  ref?: RefObject<HTMLInputElement | null>;
}) {
  const { items, keyOf, text, onTextChange, onChoose, onNone, ref } = props;
  const hint = useId();
  const groups = [...Map.groupBy(items, (item) => props.groupOf?.(item) ?? '')];
  return (
    <Command
      label={props.label}
      shouldFilter={false}
      loop
      vimBindings={false}
      className="grid gap-2"
      onKeyDown={(event) => {
        const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
        if (isEnter && items.length === 0) onNone?.();
      }}
    >
      <Command.Input
        {...firstFocus}
        ref={ref}
        placeholder={props.placeholder}
        aria-describedby={props.hint ? hint : undefined}
        className="input w-full"
        maxLength={limits.searchCharacters}
        value={text}
        onValueChange={onTextChange}
      />
      {props.hint && (
        <p id={hint} className="field-hint">
          {props.hint}
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter on a button in it is the button's, not the list's */}
      <div role="presentation" className="contents" onKeyDown={(event) => event.stopPropagation()}>
        {props.children}
      </div>
      <Command.List label={props.listLabel}>
        {groups.map(([heading, members]) => (
          <Command.Group
            key={heading}
            heading={heading && <span className="block px-3 pt-2 text-sm text-quiet">{heading}</span>}
          >
            <div className={classNames('grid gap-1', props.listClassName)}>
              {members.map((item) => (
                <Command.Item
                  key={keyOf(item)}
                  value={keyOf(item)}
                  className={classNames(
                    'cursor-pointer rounded-field border border-transparent aria-selected:border-primary aria-selected:bg-base-200',
                    props.optionClassName,
                  )}
                  onMouseDown={(event) => event.preventDefault()}
                  onSelect={() => onChoose(item)}
                >
                  {props.show(item)}
                </Command.Item>
              ))}
            </div>
          </Command.Group>
        ))}
      </Command.List>
      <p role="status" className="text-sm text-quiet">
        {props.announcement}
      </p>
    </Command>
  );
}

/** Returns the line below a search: `3 orders. ↑↓ to choose, …`, or a request to type on if not all are shown. */
export function resultHint(found: number, shown: number, noun: string, onEnter = 'open'): string {
  const rest = shown < found ? '. Keep typing to narrow the list' : `. ↑↓ to choose, Enter to ${onEnter}`;
  return `${counted(found, noun)}${rest}`;
}
