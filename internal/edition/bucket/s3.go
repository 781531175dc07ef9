package bucket

// A bucket of S3: Amazon's or a server that speaks its protocol.

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"io"
	"io/fs"
	"iter"
	"mime"
	"net"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/gevel/gevel/internal/file/regular"
)

// Limits of a request. An unreachable server is given up after some seconds.
const (
	dialFor       = 5 * time.Second
	answerWithin  = 30 * time.Second // from the end of a request to the head of its answer
	attempts      = 4                // of each request, with up to a second between them
	slowestUpload = 100_000          // bytes a second
	uploadSlack   = 2 * time.Minute  // for everything but the bytes
	mostIdle      = 300              // connections kept: an answer about 100 homes asks for all at once
)

// partBytes is the size up to which a file is sent in one request. Larger ones go in parts of this size,
// several at once.
const partBytes = 64 << 20

// sumName is the metadata key of an object's SHA-256, in hexadecimal: S3 itself keeps none
// for an object that was sent in parts.
const sumName = "Sha256"

// S3 is a bucket of S3, or the part of one below a prefix.
type S3 struct {
	place  s3Address
	client *minio.Core
	creds  *credentials.Credentials
	pool   *http.Transport
}

// OpenS3 returns the bucket at location, s3://bucket/prefix?endpoint=URL&region=NAME, without a request
// yet. Credentials come from the environment, the shared files and profile, or the role of
// the machine. Error: gevel.Invalid.
func OpenS3(location string) (*S3, error) {
	place, err := parseS3(location)
	if err != nil {
		return nil, err
	}
	return newS3(place, standardCredentials())
}

// At returns the bucket at another endpoint, for URLs given to callers that reach its server there. Error:
// gevel.Invalid.
func (s *S3) At(endpoint string) (*S3, error) {
	place := s.place
	var err error
	if place.endpoint, err = parseEndpoint(endpoint); err != nil {
		return nil, err
	}
	return newS3(place, s.creds)
}

func newS3(place s3Address, creds *credentials.Credentials) (*S3, error) {
	secure := place.endpoint.Scheme == "https"
	pool, err := minio.DefaultTransport(secure)
	if err != nil {
		return nil, err
	}
	pool.DialContext = (&net.Dialer{Timeout: dialFor, KeepAlive: 30 * time.Second}).DialContext
	pool.ResponseHeaderTimeout = answerWithin
	pool.MaxIdleConnsPerHost = mostIdle
	client, err := minio.NewCore(place.endpoint.Host, &minio.Options{
		Creds: creds, Secure: secure, Region: place.region, Transport: pool, MaxRetries: attempts,
	})
	if err != nil {
		return nil, badS3("the endpoint can't be used: %v", err)
	}
	return &S3{place, client, creds, pool}, nil
}

// Close closes idle connections.
func (s *S3) Close() error {
	s.pool.CloseIdleConnections()
	return nil
}

// String names the bucket and its prefix.
func (s *S3) String() string { return s.place.name("") }

// Identity is unique among buckets of all servers.
func (s *S3) Identity() string {
	return s.place.endpoint.String() + "/" + s.place.bucket + "/" + s.place.prefix
}

// Open implements Bucket. Seeking in an object that was replaced meanwhile fails.
func (s *S3) Open(ctx context.Context, key string) (io.ReadSeekCloser, error) {
	// Not returned directly: a nil reader of ours is no nil reader.
	r, err := s.open(ctx, key)
	if err != nil {
		return nil, err
	}
	return r, nil
}

func (s *S3) open(ctx context.Context, key string) (*s3Reader, error) {
	if err := s.check(ctx, "open", key); err != nil {
		return nil, err
	}
	r := &s3Reader{ctx: ctx, s3: s, key: key}
	return r, r.get()
}

// Read implements Bucket.
func (s *S3) Read(ctx context.Context, key string) ([]byte, error) { return readAll(ctx, s, key) }

// Write implements Bucket.
func (s *S3) Write(ctx context.Context, key string, data []byte) error {
	return s.write(ctx, key, data, minio.PutObjectOptions{})
}

// write writes an object under conditions. Error: errTaken if they do not hold.
func (s *S3) write(ctx context.Context, key string, data []byte, o minio.PutObjectOptions) error {
	if err := s.check(ctx, "write", key); err != nil {
		return err
	}
	sum := sha256.Sum256(data)
	return s.put(ctx, key, bytes.NewReader(data), File{int64(len(data)), hex.EncodeToString(sum[:])}, o)
}

// Remove implements Bucket. S3 itself does not report whether there was an object.
func (s *S3) Remove(ctx context.Context, key string) error {
	if err := s.check(ctx, "remove", key); err != nil {
		return err
	}
	if _, err := s.client.StatObject(ctx, s.place.bucket, s.place.prefix+key, minio.StatObjectOptions{}); err != nil {
		return s.fault("remove", key, err)
	}
	return s.fault("remove", key,
		s.client.RemoveObject(ctx, s.place.bucket, s.place.prefix+key, minio.RemoveObjectOptions{}))
}

// List implements Bucket.
func (s *S3) List(ctx context.Context, folder string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if err := s.check(ctx, "list", strings.TrimSuffix(folder, "/")); err != nil {
			yield("", err)
			return
		}
		for object, err := range s.Objects(ctx, folder) {
			if !yield(object.Key, err) {
				return
			}
		}
	}
}

// Names implements Bucket.
func (s *S3) Names(ctx context.Context, folder string) (names []string, err error) {
	if err := s.check(ctx, "list", strings.TrimSuffix(folder, "/")); err != nil {
		return nil, err
	}
	owner := false
	listed := s.client.ListObjectsIter(ctx, s.place.bucket, minio.ListObjectsOptions{
		Prefix: s.place.prefix + folder, FetchOwner: &owner,
	})
	for info := range listed {
		if info.Err != nil {
			return nil, s.fault("list", folder, info.Err)
		}
		names = append(names, path.Base(info.Key))
	}
	slices.Sort(names)                               // prefixes came last
	return names, s.fault("list", folder, ctx.Err()) // the end of ctx ends a list silently
}

// Object is an object in a list.
type Object struct {
	Key      string
	Bytes    int64
	Modified time.Time // when it was written, by the server's clock
	Tag      string    // ETag; MD5 in hexadecimal on most servers, of an object sent in one part and not under a key of its own
}

// Objects is List with more about each object, by key; folder "" is the whole bucket.
func (s *S3) Objects(ctx context.Context, folder string) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		owner := false
		listed := s.client.ListObjectsIter(ctx, s.place.bucket, minio.ListObjectsOptions{
			Prefix: s.place.prefix + folder, Recursive: true, FetchOwner: &owner,
		})
		for info := range listed {
			if info.Err != nil {
				yield(Object{}, s.fault("list", folder, info.Err))
				return
			}
			key := strings.TrimPrefix(info.Key, s.place.prefix)
			if checkKey(key) != nil { // a marker of a folder, or not ours
				continue
			}
			if !yield(Object{key, info.Size, info.LastModified, info.ETag}, nil) {
				return
			}
		}
		if err := ctx.Err(); err != nil { // the end of ctx ends a list silently
			yield(Object{}, s.fault("list", folder, err))
		}
	}
}

// File is the size and the SHA-256, in hexadecimal, of an object.
type File struct {
	Bytes  int64
	SHA256 string // "" if it was not recorded
}

// Stat returns size and checksum of an object, without reading it: the server's own checksum where it has one of the
// whole object. It fails as Read does.
func (s *S3) Stat(ctx context.Context, key string) (File, error) {
	if err := s.check(ctx, "stat", key); err != nil {
		return File{}, err
	}
	info, err := s.client.StatObject(ctx, s.place.bucket, s.place.prefix+key, minio.StatObjectOptions{Checksum: true})
	if err != nil {
		return File{}, s.fault("stat", key, err)
	}
	return File{info.Size, cmp.Or(sumOf(info.ChecksumSHA256), info.UserMetadata[sumName])}, nil
}

// sumOf is a server's SHA-256 in hexadecimal, "" if it has none or one of parts.
func sumOf(base string) string {
	sum, err := base64.StdEncoding.DecodeString(base)
	if err != nil {
		return ""
	}
	return hex.EncodeToString(sum)
}

// Copy has the server make the object at key as a copy of the one at from. It fails unless the server says that what it
// copied is f. The copy bears no checksum but the server's own: without one Stat knows none.
func (s *S3) Copy(ctx context.Context, key, from string, f File) error {
	if err := s.check(ctx, "copy", key); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patienceFor(f))
	defer cancel()
	made, err := s.client.Client.CopyObject(ctx, minio.CopyDestOptions{
		Bucket: s.place.bucket, Object: s.place.prefix + key, ChecksumType: minio.ChecksumSHA256,
		ReplaceMetadata: true, ContentType: contentType(key),
	}, minio.CopySrcOptions{Bucket: s.place.bucket, Object: s.place.prefix + from})
	if err == nil && sumOf(made.ChecksumSHA256) != f.SHA256 {
		err = errTaken
	}
	return s.fault("copy", key, err)
}

// WriteFile makes the file at path the object at key, like Write. The server refuses bytes that differ
// from f's, unless the file is so large that it is sent in parts.
func (s *S3) WriteFile(ctx context.Context, key, path string, f File) error {
	if err := s.check(ctx, "write", key); err != nil {
		return err
	}
	file, err := regular.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return s.put(ctx, key, file, f, minio.PutObjectOptions{PartSize: partBytes})
}

// patienceFor returns how long bytes may take to arrive.
func patienceFor(f File) time.Duration {
	return uploadSlack + time.Duration(f.Bytes/slowestUpload)*time.Second
}

// put sends the bytes of f.
func (s *S3) put(ctx context.Context, key string, body io.ReadSeeker, f File, o minio.PutObjectOptions) error {
	ctx, cancel := context.WithTimeout(ctx, patienceFor(f))
	defer cancel()
	o.ContentType = contentType(key)
	o.UserMetadata = map[string]string{sumName: f.SHA256}
	if sum, err := hex.DecodeString(f.SHA256); err == nil && f.Bytes <= partBytes {
		o.UserMetadata["X-Amz-Checksum-Sha256"] = base64.StdEncoding.EncodeToString(sum)
	}
	_, err := s.client.Client.PutObject(ctx, s.place.bucket, s.place.prefix+key, body, f.Bytes, o)
	return s.fault("write", key, err)
}

// contentType is the content type that a browser gets.
func contentType(key string) string {
	switch path.Ext(key) {
	case ".jpg":
		return "image/jpeg"
	case ".json":
		return "application/json"
	case "":
		return "text/plain"
	}
	if known := mime.TypeByExtension(path.Ext(key)); known != "" {
		return known
	}
	return "application/octet-stream"
}

// URL returns a URL that reads an object for so long, from the second in which it is made, and is answered with this
// Cache-Control. It makes no request, unless credentials of a role have to be renewed.
func (s *S3) URL(ctx context.Context, key string, lifetime time.Duration, cacheControl string) (string, error) {
	if err := s.check(ctx, "sign a URL of", key); err != nil {
		return "", err
	}
	u, err := s.client.PresignedGetObject(ctx, s.place.bucket, s.place.prefix+key, lifetime,
		url.Values{"response-content-type": {contentType(key)}, "response-cache-control": {cacheControl}})
	if err != nil {
		return "", s.fault("sign a URL of", key, err)
	}
	return u.String(), nil
}

func (s *S3) check(ctx context.Context, what, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return &fs.PathError{Op: what, Path: s.place.name(key), Err: err}
	}
	return nil
}
