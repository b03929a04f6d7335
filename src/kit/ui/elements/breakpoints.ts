/** The widths at which a layout changes; stylesheets write the same three (the check of the house knows them). */
export const phone = '(width < 480px)';
export const tablet = '(width < 768px)';
