/** A button that the dialog of Ctrl+K offers too: spread on the button; without a name it is what the button says. */
export function asCommand(name = ''): { 'data-command': string } {
  return { 'data-command': name };
}

/** What the present screen can do: its buttons marked by `asCommand` that can be pressed now (docs/product/search.md#commands). */
export function commandsHere(): { name: string; run: () => void }[] {
  const marked = document.querySelectorAll<HTMLButtonElement>('button[data-command]');
  return [...marked].filter(isUsable).map((button) => ({
    name: button.dataset['command'] || button.innerText.trim(),
    run: () => {
      // Where the focus returns to once what it opens is closed.
      button.focus();
      button.click();
    },
  }));
}

function isUsable(button: HTMLButtonElement): boolean {
  if (button.disabled || button.ariaDisabled === 'true') return false;
  const opener = button.closest('[data-overflow]')?.previousElementSibling;
  return button.checkVisibility() || opener?.checkVisibility() === true;
}
