import type { ImageRequirements } from '~/kit/shared/images/image-files';

/** The width and height of a stored photo in pixels. */
export const photoSide = 256;
export const mostPhotoBytes = 2 * 1024 * 1024;
export const photoTooLarge = 'The photo is larger than 2 MB';
export const photoTypes = 'image/png,image/jpeg,image/webp';

export const photoRequirements: ImageRequirements = {
  noun: 'photo',
  formats: ['png', 'jpeg', 'webp'],
};
