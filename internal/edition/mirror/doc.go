// Package mirror moves editions between folders and buckets of S3. In a bucket an edition lies as it does
// in a folder: its files under its id, the manifest written last, and the one whose manifest was
// written last is the newest. A Mirror keeps the newest of a bucket in a folder, which is a folder of
// editions as any.
package mirror
