// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IFiatToken} from "../../src/interfaces/IFiatToken.sol";
import {AuthorizationTest} from "../support/AuthorizationTest.sol";

contract CancelAuthorizationTest is AuthorizationTest {
    function test_makes_the_nonce_unusable() public {
        Authorization memory a = authorization();
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, _digest(payer, a.nonce));
        vm.expectEmit(address(usdc));
        emit IFiatToken.AuthorizationCanceled(payer, a.nonce);
        usdc.cancelAuthorization(payer, a.nonce, v, r, s);

        vm.assertTrue(usdc.authorizationState(payer, a.nonce), "nonce");
        bytes memory signature = sign(transferDigest(usdc, a));
        vm.expectRevert(text("FiatTokenV2: authorization is used or canceled"));
        usdc.transferWithAuthorization(a.from, a.to, a.value, a.validAfter, a.validBefore, a.nonce, signature);
    }

    function test_takes_the_signature_of_a_smart_wallet() public {
        address wallet = smartWallet();
        usdc.cancelAuthorization(wallet, keccak256("nonce"), sign(_digest(wallet, keccak256("nonce"))));
        vm.assertTrue(usdc.authorizationState(wallet, keccak256("nonce")), "nonce");
    }

    function test_refuses_a_used_nonce() public {
        bytes memory signature = sign(_digest(payer, keccak256("nonce")));
        usdc.cancelAuthorization(payer, keccak256("nonce"), signature);
        vm.expectRevert(text("FiatTokenV2: authorization is used or canceled"));
        usdc.cancelAuthorization(payer, keccak256("nonce"), signature);
    }

    function test_refuses_another_signer() public {
        bytes memory signature = sign(_digest(payee, keccak256("nonce")));
        vm.expectRevert(text("FiatTokenV2: invalid signature"));
        usdc.cancelAuthorization(payee, keccak256("nonce"), signature);
    }

    function test_refuses_while_paused() public {
        setPaused(true);
        vm.expectRevert(text("Pausable: paused"));
        usdc.cancelAuthorization(payer, keccak256("nonce"), "");
    }

    function _digest(address authorizer, bytes32 nonce) private view returns (bytes32) {
        bytes32 structHash = keccak256(abi.encode(usdc.CANCEL_AUTHORIZATION_TYPEHASH(), authorizer, nonce));
        return typedDigest(usdc.DOMAIN_SEPARATOR(), structHash);
    }
}
