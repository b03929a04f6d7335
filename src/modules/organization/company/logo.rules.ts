import type { ImageRequirements } from '~/kit/shared/images/image-files';

export const mostLogoBytes = 1024 * 1024;
export const logoTooLarge = 'The logo is larger than 1 MB';
export const logoTypes = 'image/png,image/jpeg';

/** No side of a stored logo has more pixels: on paper that is 6 cm at 340 dots an inch. */
export const logoSide = 800;

export const logoRequirements: ImageRequirements = { noun: 'logo', formats: ['png', 'jpeg'] };
