# The Homebrew formula of a release, for a tap: deploy/release fills in version and checksums.
class Gevel < Formula
  desc "Home valuation for the Netherlands"
  homepage "https://github.com/gevel/gevel"
  version "@VERSION@"
  license "Apache-2.0"

  on_macos do
    depends_on arch: :arm64
    url "https://github.com/gevel/gevel/releases/download/v#{version}/gevel-#{version}-darwin-arm64.tar.gz"
    sha256 "@darwin-arm64@"
  end

  on_linux do
    on_intel do
      url "https://github.com/gevel/gevel/releases/download/v#{version}/gevel-#{version}-linux-amd64.tar.gz"
      sha256 "@linux-amd64@"
    end
    on_arm do
      url "https://github.com/gevel/gevel/releases/download/v#{version}/gevel-#{version}-linux-arm64.tar.gz"
      sha256 "@linux-arm64@"
    end
  end

  def install
    bin.install "gevel"
    man1.install "gevel.1"
    bash_completion.install "completion/gevel.bash" => "gevel"
    zsh_completion.install "completion/_gevel"
    fish_completion.install "completion/gevel.fish"
  end

  test do
    assert_match "gevel #{version}", shell_output("#{bin}/gevel --version")
  end
end
