/** The widths at which a layout changes, the same three as in stylesheets (enforced by check-house). */
export const phone = '(width < 480px)';
export const tablet = '(width < 768px)';
