package bucket

// Reads an object of S3: one request from the reader's offset to the object's end. A
// broken connection is resumed where it broke.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/gevel/gevel"
)

const (
	stallFor = 30 * time.Second // a read without a byte is given up
	resumes  = 3                // of one object
)

// s3Reader reads an object with random access. It is not safe for concurrent use.
type s3Reader struct {
	ctx     context.Context // of Open: reading a file takes no context
	s3      *S3
	key     string
	etag    string // of the opened object; a replacement has another
	size    int64
	at      int64
	body    io.ReadCloser // from at on, nil if it must be requested
	stop    context.CancelCauseFunc
	resumed int
}

var errStalled = fmt.Errorf("the server sent nothing for %s", stallFor)

// get requests the bytes from at on.
func (r *s3Reader) get() error {
	var o minio.GetObjectOptions
	if r.etag != "" {
		err := o.SetMatchETag(r.etag)
		if r.at > 0 { // some servers take a range from 0 on for the first byte alone
			err = errors.Join(err, o.SetRange(r.at, 0))
		}
		if err != nil {
			return r.s3.fault("read", r.key, err)
		}
	}
	ctx, stop := context.WithCancelCause(r.ctx)
	body, info, _, err := r.s3.client.GetObject(ctx, r.s3.place.bucket, r.s3.place.prefix+r.key, o)
	if err != nil {
		stop(nil)
		return r.s3.fault("read", r.key, err)
	}
	if r.etag == "" {
		r.etag, r.size = info.ETag, info.Size
	}
	r.body, r.stop = body, stop
	return nil
}

// Read implements io.Reader.
func (r *s3Reader) Read(p []byte) (int, error) {
	for {
		if r.at >= r.size {
			return 0, io.EOF
		}
		if r.body == nil {
			if err := r.get(); err != nil {
				return 0, err
			}
		}
		stalled := time.AfterFunc(stallFor, func() { r.stop(errStalled) })
		n, err := r.body.Read(p)
		stalled.Stop()
		r.at += int64(n)
		if err == nil || r.at >= r.size {
			return n, nil
		}
		r.drop()
		if r.resumed++; r.resumed > resumes || r.ctx.Err() != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return n, r.s3.fault("read", r.key, err)
		}
		if n > 0 {
			return n, nil
		}
	}
}

// Seek implements io.Seeker.
func (r *s3Reader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.at
	case io.SeekEnd:
		offset += r.size
	}
	if offset < 0 {
		return r.at, errors.New("seek before the beginning")
	}
	if offset != r.at {
		r.drop()
		r.at = offset
	}
	return offset, nil
}

// Close implements io.Closer.
func (r *s3Reader) Close() error {
	r.drop()
	return nil
}

// drop ends the current request.
func (r *s3Reader) drop() {
	if r.body != nil {
		r.stop(nil)
		r.body.Close()
		r.body = nil
	}
}

// Errors of S3, in words that name bucket and key and contain neither a URL nor a credential.

// s3Fault is a server's error, or the lack of an answer.
type s3Fault struct {
	text string
	hint string
	away bool // waiting a minute may cure it
}

// Error says what is wrong.
func (f *s3Fault) Error() string { return f.text }

// IsAway reports whether an error means that a server of S3 can't be reached or is overloaded, so that
// waiting may cure it.
func IsAway(err error) bool {
	var f *s3Fault
	return errors.As(err, &f) && f.away
}

// errTaken is the fault of a conditional write whose condition did not hold.
var errTaken = errors.New("the object is not as expected")

// fault wraps an error with the action and the object.
func (s *S3) fault(what, key string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: what, Path: s.place.name(key), Err: causeOf(err)}
}

// causeOf translates an error of the client.
func causeOf(err error) error {
	answer := minio.ErrorResponse{}
	request := (*url.Error)(nil)
	switch {
	case errors.Is(err, context.Canceled):
		return context.Canceled
	case errors.As(err, &answer):
		return answered(answer)
	case errors.As(err, &request):
		return &s3Fault{text: "the server can't be reached: " + request.Err.Error(), away: true}
	case errors.Is(err, context.DeadlineExceeded):
		return context.DeadlineExceeded
	}
	return &s3Fault{text: gevel.Printable(err.Error()), away: true} // a connection that broke
}

const unknownKey = "the server does not know the access key: look at AWS_ACCESS_KEY_ID, AWS_PROFILE and ~/.aws/credentials"

// s3Hints are the advice on errors of servers, by code.
var s3Hints = map[string]string{
	"NoSuchBucket":          "make the bucket, or correct its name",
	"InvalidAccessKeyId":    unknownKey,
	"XAdminUserNotFound":    unknownKey, // versitygw's code
	"SignatureDoesNotMatch": "the secret key does not belong to the access key: look at AWS_SECRET_ACCESS_KEY, AWS_PROFILE and ~/.aws/credentials",
	"AccessDenied":          "the credentials must allow to list the bucket, and to read, write and delete its objects",
	"ExpiredToken":          "the session of the credentials has ended: log in again",
	"RequestTimeTooSkewed":  "set this machine's clock",

	"AuthorizationHeaderMalformed": "name the region of the bucket: AWS_REGION, or ?region= in the location",
	"PermanentRedirect":            "name the region of the bucket: AWS_REGION, or ?region= in the location",
}

// answered translates a server's answer. Its text is left out: only its code is known to contain no secret.
func answered(a minio.ErrorResponse) error {
	switch {
	case a.Code == minio.NoSuchKey:
		return fs.ErrNotExist
	case a.StatusCode == http.StatusPreconditionFailed || a.StatusCode == http.StatusConflict:
		return errTaken
	case a.Code == minio.NoSuchBucket:
		return &s3Fault{text: "there is no such bucket", hint: s3Hints[a.Code]}
	}
	text := fmt.Sprintf("the server answers %s, status %d", gevel.Printable(a.Code), a.StatusCode)
	if a.StatusCode == 0 { // the client's own
		text = gevel.Printable(a.Message)
	}
	return &s3Fault{
		text: text, hint: s3Hints[a.Code],
		away: a.StatusCode >= http.StatusInternalServerError || a.StatusCode == http.StatusTooManyRequests,
	}
}

// Check asks whether the bucket can be listed. Error: gevel.Unavailable with advice; IsAway reports whether
// the advice is to wait.
func (s *S3) Check(ctx context.Context) error {
	if err := s.checkCredentials(ctx); err != nil {
		return err
	}
	for _, err := range s.Objects(ctx, "") {
		if err != nil {
			return s.unusable(err)
		}
		break
	}
	return nil
}

// unusable returns the error for an unusable bucket.
func (s *S3) unusable(err error) error {
	known := (*fs.PathError)(nil)
	if !errors.As(err, &known) || errors.Is(err, context.Canceled) {
		return err
	}
	hint := "look whether the server is up, and whether AWS_ENDPOINT_URL or ?endpoint= names it"
	if f := (*s3Fault)(nil); errors.As(err, &f) && !f.away {
		hint = f.hint
	}
	return &gevel.Error{Code: gevel.Unavailable, Message: s.String() + " can't be used", Hint: hint, Err: known.Err}
}
