// Package mirror moves editions between folders and buckets of S3. In a bucket an edition lies as it does in a
// folder: its files under its id, with the manifest written last. The edition with the latest manifest is the
// newest. A Mirror keeps the newest editions of a bucket in a folder, an ordinary folder of editions.
package mirror
