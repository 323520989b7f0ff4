// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {LocalFiatLedger} from "../../src/local/LocalFiatLedger.sol";
import {LocalFiatToken} from "../../src/local/LocalFiatToken.sol";
import {Test} from "./Test.sol";

/// @title Local tokens behind their proxies
abstract contract TokenTest is Test {
    /// @dev An EIP-3009 authorization. `to` receives `value`, smallest unit; times in unix seconds.
    struct Authorization {
        address from;
        address to;
        uint256 value;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
    }

    uint256 internal constant START = 1_800_000_000;

    address internal immutable tokenOwner = named("token owner");
    address internal immutable proxyAdmin = named("proxy admin");

    LocalFiatToken internal usdc;
    LocalFiatToken internal eurc;

    function setUp() public virtual {
        vm.warp(START);
        address checker = deploy("local-signature-checker", "");
        LocalFiatToken implementation = LocalFiatToken(deploy("local-fiat-token", abi.encode(checker)));
        usdc = _deploy(implementation, "USD Coin", "USDC");
        eurc = _deploy(implementation, "Euro Coin", "EURC");
    }

    function mint(LocalFiatToken token, address to, uint256 amount) internal {
        if (amount == 0) return;
        vm.prank(tokenOwner);
        token.mint(to, amount);
    }

    function setBlacklisted(address account, bool blacklisted) internal {
        for (uint256 i = 0; i < 2; ++i) {
            LocalFiatToken token = i == 0 ? usdc : eurc;
            vm.prank(tokenOwner);
            if (blacklisted) token.blacklist(account);
            else token.unBlacklist(account);
        }
    }

    function receiveDigest(LocalFiatToken token, Authorization memory authorization)
        internal
        view
        virtual
        returns (bytes32)
    {
        return _digest(token, token.RECEIVE_WITH_AUTHORIZATION_TYPEHASH(), authorization);
    }

    function transferDigest(LocalFiatToken token, Authorization memory authorization) internal view returns (bytes32) {
        return _digest(token, token.TRANSFER_WITH_AUTHORIZATION_TYPEHASH(), authorization);
    }

    function _digest(LocalFiatToken token, bytes32 typeHash, Authorization memory authorization)
        private
        view
        returns (bytes32)
    {
        return typedDigest(token.DOMAIN_SEPARATOR(), keccak256(abi.encode(typeHash, authorization)));
    }

    function _deploy(LocalFiatToken implementation, string memory name, string memory symbol)
        private
        returns (LocalFiatToken)
    {
        bytes memory initialization = abi.encodeCall(LocalFiatLedger.initialize, (name, symbol, 6, tokenOwner));
        bytes memory arguments = abi.encode(implementation, proxyAdmin, initialization);
        return LocalFiatToken(deploy("local-fiat-token-proxy", arguments));
    }
}
