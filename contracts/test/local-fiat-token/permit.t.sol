// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IFiatToken} from "../../src/interfaces/IFiatToken.sol";
import {AuthorizationTest} from "../support/AuthorizationTest.sol";

contract PermitTest is AuthorizationTest {
    function test_sets_the_allowance_and_moves_the_nonce() public {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, _digest(payer, VALUE, 0, START));
        vm.expectEmit(address(usdc));
        emit IFiatToken.Approval(payer, payee, VALUE);
        usdc.permit(payer, payee, VALUE, START, v, r, s);
        vm.assertEq(usdc.allowance(payer, payee), VALUE, "allowance");
        vm.assertEq(usdc.nonces(payer), 1, "nonce");
    }

    function test_replaces_the_allowance() public {
        usdc.permit(payer, payee, VALUE, START, sign(_digest(payer, VALUE, 0, START)));
        usdc.permit(payer, payee, 1, START, sign(_digest(payer, 1, 1, START)));
        vm.assertEq(usdc.allowance(payer, payee), 1, "allowance");
    }

    function test_takes_the_signature_of_a_smart_wallet() public {
        address wallet = smartWallet();
        usdc.permit(wallet, payee, VALUE, START, sign(_digest(wallet, VALUE, 0, START)));
        vm.assertEq(usdc.allowance(wallet, payee), VALUE, "allowance");
    }

    function test_refuses_after_the_deadline() public {
        bytes memory signature = sign(_digest(payer, VALUE, 0, START - 1));
        vm.expectRevert(text("FiatTokenV2: permit is expired"));
        usdc.permit(payer, payee, VALUE, START - 1, signature);
    }

    function test_never_expires_with_the_largest_deadline() public {
        vm.warp(type(uint64).max);
        usdc.permit(payer, payee, VALUE, type(uint256).max, sign(_digest(payer, VALUE, 0, type(uint256).max)));
        vm.assertEq(usdc.allowance(payer, payee), VALUE, "allowance");
    }

    function test_refuses_an_old_nonce() public {
        bytes memory signature = sign(_digest(payer, VALUE, 0, START));
        usdc.permit(payer, payee, VALUE, START, signature);
        vm.expectRevert(text("EIP2612: invalid signature"));
        usdc.permit(payer, payee, VALUE, START, signature);
    }

    function test_lets_a_blacklisted_owner_permit_what_nobody_can_move() public {
        setBlacklisted(payer, true);
        usdc.permit(payer, payee, VALUE, START, sign(_digest(payer, VALUE, 0, START)));
        vm.expectRevert(text("Blacklistable: account is blacklisted"));
        vm.prank(payee);
        usdc.transferFrom(payer, payee, VALUE);
    }

    function test_refuses_while_paused() public {
        setPaused(true);
        vm.expectRevert(text("Pausable: paused"));
        usdc.permit(payer, payee, VALUE, START, "");
    }

    function _digest(address owner, uint256 value, uint256 nonce, uint256 deadline) private view returns (bytes32) {
        bytes32 structHash = keccak256(abi.encode(usdc.PERMIT_TYPEHASH(), owner, payee, value, nonce, deadline));
        return typedDigest(usdc.DOMAIN_SEPARATOR(), structHash);
    }
}
