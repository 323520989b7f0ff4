// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {LocalSmartWallet} from "../../src/local/LocalSmartWallet.sol";
import {TokenTest} from "./TokenTest.sol";

/// @title An account with tokens that signs authorizations
abstract contract AuthorizationTest is TokenTest {
    uint256 internal constant KEY = 0xa11ce;
    uint256 internal constant FUNDS = 100_000_000;
    uint256 internal constant VALUE = 25_000_000;

    address internal immutable payer = vm.addr(KEY);
    address internal immutable payee = named("payee");

    function setUp() public virtual override {
        super.setUp();
        mint(usdc, payer, FUNDS);
    }

    function authorization() internal view returns (Authorization memory) {
        return Authorization(payer, payee, VALUE, 0, START + 1 hours, keccak256("nonce"));
    }

    function smartWallet() internal returns (address wallet) {
        wallet = address(new LocalSmartWallet(payer));
        mint(usdc, wallet, FUNDS);
    }

    function sign(bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, digest);
        return abi.encodePacked(r, s, v);
    }

    /// @dev The same signature with the other `s` and `v` that the curve allows.
    function malleated(bytes32 digest) internal pure returns (uint8 v, bytes32 r, bytes32 s) {
        (v, r, s) = vm.sign(KEY, digest);
        s = bytes32(0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141 - uint256(s));
        v = v == 27 ? 28 : 27;
    }

    function setPaused(bool paused) internal {
        vm.prank(tokenOwner);
        if (paused) usdc.pause();
        else usdc.unpause();
    }
}
