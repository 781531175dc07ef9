package bucket

// Combines the location of a bucket of S3 with the environment: server, region, bucket,
// prefix.

import (
	"cmp"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"

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
	return &gevel.Error{
		Code: gevel.Invalid, Message: fmt.Sprintf(format, args...),
		Hint: "a location of S3 is s3://bucket/prefix?region=eu-west-1, for another server than Amazon's with " +
			"&endpoint=https://s3.example; AWS_REGION and AWS_ENDPOINT_URL say the same, and credentials come from the " +
			"environment or ~/.aws",
	}
}
