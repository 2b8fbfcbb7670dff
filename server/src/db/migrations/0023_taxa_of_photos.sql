-- works from 0001
-- Closing an account and deleting a photo look for the taxa whose image it is.
create index taxa_image on taxa (image_media_id) where image_media_id is not null;
