package bucket

import (
	"context"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/gevel/gevel"
)

// Limits of requests for the credentials of the machine's role: outside Amazon's machines there is no answer.
const (
	roleDialFor = 2 * time.Second
	roleWithin  = 10 * time.Second
)

// standardCredentials looks where every S3 program does: in the environment, in the shared files under
// the profile of AWS_PROFILE, and at the role of the pod, the container or the machine.
func standardCredentials() *credentials.Credentials {
	usual := []credentials.Provider{&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}}
	inContainer := os.Getenv("AWS_WEB_IDENTITY_TOKEN_FILE") != "" || os.Getenv("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI") != "" ||
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
	return &gevel.Error{
		Code:    gevel.Unavailable,
		Message: "there are no credentials for " + s.String(),
		Hint: "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE to a profile of ~/.aws/credentials, " +
			"or give the machine a role",
	}
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
