package bucket

import (
	"cmp"
	"context"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/s3utils"

	"github.com/gevel/gevel"
)

const (
	amazonEndpoint = "https://s3.amazonaws.com"
	// otherRegion is the region of other servers than Amazon's by default.
	otherRegion = "us-east-1"
)

// s3Address is the address of a bucket of S3.
type s3Address struct {
	endpoint *url.URL // of the server: scheme and host
	region   string
	bucket   string
	prefix   string // of all keys; "" or with a slash at the end
}

// name is the name of an object in messages, or of the whole bucket for key "".
func (p s3Address) name(key string) string { return s3Scheme + p.bucket + "/" + p.prefix + key }

// parseS3 reads s3://bucket/prefix?endpoint=URL&region=NAME. Missing parts come
// from AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, AWS_REGION and AWS_DEFAULT_REGION. Error: gevel.Invalid.
func parseS3(location string) (s3Address, error) {
	u, err := url.Parse(location)
	if err != nil {
		return s3Address{}, badS3("the location is no well-formed URL")
	}
	asked, err := url.ParseQuery(u.RawQuery)
	if err != nil || u.Fragment != "" {
		return s3Address{}, badS3("the location is no well-formed URL")
	}
	if u.User != nil {
		return s3Address{}, badS3("a location must not hold credentials")
	}
	for name, values := range asked {
		if name != "endpoint" && name != "region" || len(values) > 1 {
			return s3Address{}, badS3("a location has no parameter but endpoint and region, each once; %q is another", name)
		}
	}
	p := s3Address{bucket: u.Host, prefix: strings.Trim(u.Path, "/")}
	if err := s3utils.CheckValidBucketNameStrict(p.bucket); err != nil {
		return s3Address{}, badS3("%q is no name of a bucket", p.bucket)
	}
	if p.prefix != "" {
		if !fs.ValidPath(p.prefix) || p.prefix == "." {
			return s3Address{}, badS3("%q is no prefix of keys", p.prefix)
		}
		p.prefix += "/"
	}
	named := cmp.Or(asked.Get("endpoint"), os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"))
	if p.endpoint, err = parseEndpoint(cmp.Or(named, amazonEndpoint)); err != nil {
		return s3Address{}, err
	}
	p.region = cmp.Or(asked.Get("region"), os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"))
	if p.region == "" {
		if s3utils.IsAmazonEndpoint(*p.endpoint) {
			return s3Address{}, badS3("the region of bucket %s is not known", p.bucket)
		}
		p.region = otherRegion
	}
	return p, nil
}

func parseEndpoint(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" ||
		u.Fragment != "" || strings.Trim(u.Path, "/") != "" {
		return nil, badS3("the endpoint is no URL of a server, such as https://s3.example:7070")
	}
	u.Path = ""
	return u, nil
}

func badS3(format string, args ...any) error {
	return gevel.Refusal("a location of S3 is s3://bucket/prefix?region=eu-west-1, for another server than Amazon's with "+
		"&endpoint=https://s3.example; AWS_REGION and AWS_ENDPOINT_URL say the same, and credentials come from the "+
		"environment or ~/.aws", format, args...)
}

// Parses the location of a bucket: a folder or a bucket of S3. No message repeats a URL, since it may contain a
// password.

// s3Scheme begins the location of a bucket of S3.
const s3Scheme = "s3://"

// IsS3 reports whether location is a bucket of S3.
func IsS3(location string) bool { return strings.HasPrefix(location, s3Scheme) }

// Open opens the bucket at location: a folder, as a path or a file:// URL, or s3://bucket/prefix,
// without a request yet. It fails as FolderOf, OpenDir and OpenS3 do.
func Open(location string) (Bucket, error) {
	if IsS3(location) {
		// Not returned directly, here and below: a nil pointer is no nil Bucket.
		s3, err := OpenS3(location)
		if err != nil {
			return nil, err
		}
		return s3, nil
	}
	dir, err := FolderOf(location)
	if err != nil {
		return nil, err
	}
	folder, err := OpenDir(dir)
	if err != nil {
		return nil, err
	}
	return folder, nil
}

// FolderOf returns the folder that location names, as a path or a file:// URL. Error: gevel.Invalid.
func FolderOf(location string) (string, error) {
	if location == "" {
		return "", gevel.Refusal("", "no folder was given")
	}
	scheme, _, isURL := strings.Cut(location, "://")
	if !isURL {
		return location, nil
	}
	if scheme != "file" {
		return "", gevel.Refusal("give a folder, as a path or as a file:// URL, or where it is possible s3://bucket/prefix",
			"a %q URL is no folder", scheme+"://")
	}
	u, err := url.Parse(location)
	if err != nil {
		return "", gevel.Refusal("give its path instead", "the folder is no well-formed URL")
	}
	path := u.Path
	if u.Host == "." { // file://./photos is a relative path
		path = strings.TrimPrefix(path, "/")
	}
	return filepath.FromSlash(path), nil
}

// Limits of requests for the credentials of the machine's role: outside Amazon's machines there is no answer.
const (
	roleDialFor = 2 * time.Second
	roleWithin  = 10 * time.Second
)

// standardCredentials looks where every S3 program does: in the environment, in the shared files under
// the profile of AWS_PROFILE, and at the role of the pod, the container or the machine.
func standardCredentials() *credentials.Credentials {
	usual := []credentials.Provider{&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}}
	inContainer := os.Getenv("AWS_WEB_IDENTITY_TOKEN_FILE") != "" ||
		os.Getenv("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI") != "" ||
		os.Getenv("AWS_CONTAINER_CREDENTIALS_FULL_URI") != ""
	if inContainer || !strings.EqualFold(os.Getenv("AWS_EC2_METADATA_DISABLED"), "true") {
		usual = append(usual, &credentials.IAM{Client: &http.Client{
			Timeout: roleWithin,
			Transport: &http.Transport{
				Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true,
				DialContext: (&net.Dialer{Timeout: roleDialFor}).DialContext,
			},
		}})
	}
	return credentials.NewChainCredentials(usual)
}

// checkCredentials returns gevel.Unavailable when there are none.
func (s *S3) checkCredentials(ctx context.Context) error {
	value, err := s.credentials(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err == nil && !value.SignerType.IsAnonymous() {
		return nil
	}
	return gevel.Failure(gevel.Unavailable, "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE to a profile "+
		"of ~/.aws/credentials, or give the machine a role",
		"there are no credentials for %s", s.String())
}

// Temporary reports whether the credentials belong to a session that ends. URLs signed with them
// end with it, whatever their own lifetime.
func (s *S3) Temporary(ctx context.Context) bool {
	value, err := s.credentials(ctx)
	return err == nil && value.SessionToken != ""
}

func (s *S3) credentials(ctx context.Context) (credentials.Value, error) {
	cc := s.client.CredContext()
	cc.Context = ctx
	return s.creds.GetWithContext(cc)
}
